public import NIOCore

/// A queue that needs no memory of its own while it holds a single element, as nearly all queues of a call do.
@usableFromInline
package struct CompactQueue<Element> {
    @usableFromInline var front: Element?
    @usableFromInline var rest: CircularBuffer<Element>?

    /// An empty queue.
    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { front == nil }

    @inlinable package var first: Element? { front }

    @inlinable package var count: Int { front == nil ? 0 : 1 + (rest?.count ?? 0) }

    @inlinable package mutating func append(_ element: consuming Element) {
        if front == nil {
            front = element
        } else {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.append(element)
        }
    }

    @inlinable package mutating func prepend(_ element: consuming Element) {
        if let front {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.prepend(front)
        }
        front = element
    }

    @inlinable package mutating func popFirst() -> Element? {
        guard let element = front.take() else { return nil }
        if rest != nil { front = rest!.popFirst() }
        return element
    }

    /// Changes the last element.
    @inlinable package mutating func withLast(_ change: (inout Element) -> Void) {
        if let last = rest?.indices.last { change(&rest![last]) } else if front != nil { change(&front!) }
    }

    @inlinable package mutating func removeAll() {
        front = nil
        rest = nil
    }
}
