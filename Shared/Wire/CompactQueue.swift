import NIOCore

/// A queue that needs no memory of its own while it holds a single element, as nearly all queues of a call do.
package struct CompactQueue<Element> {
    private var front: Element?
    private var rest: CircularBuffer<Element>?

    /// An empty queue.
    package init() {}

    package var isEmpty: Bool { front == nil }

    package var first: Element? { front }

    package mutating func append(_ element: Element) {
        if front == nil {
            front = element
        } else {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.append(element)
        }
    }

    package mutating func prepend(_ element: Element) {
        if let front {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.prepend(front)
        }
        front = element
    }

    package mutating func popFirst() -> Element? {
        guard let element = front else { return nil }
        front = rest?.popFirst()
        return element
    }

    /// Changes the last element.
    package mutating func withLast(_ change: (inout Element) -> Void) {
        if let last = rest?.indices.last { change(&rest![last]) } else if front != nil { change(&front!) }
    }

    package mutating func removeAll() {
        front = nil
        rest = nil
    }
}
