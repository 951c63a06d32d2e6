public import NIOCore

/// A queue that needs no memory of its own while it holds a single element, as nearly all queues of a call do.
@usableFromInline
package struct CompactQueue<Element> {
    @usableFromInline var front: Element?
    @usableFromInline var rest: CircularBuffer<Element>?

    /// An empty queue.
    @inlinable package init() {}

    /// Whether there is no element.
    @inlinable package var isEmpty: Bool { front == nil }

    /// The element that is removed next.
    @inlinable package var first: Element? { front }

    /// How many elements there are.
    @inlinable package var count: Int { front == nil ? 0 : 1 + (rest?.count ?? 0) }

    /// Adds an element behind the others.
    @inlinable package mutating func append(_ element: consuming Element) {
        if front == nil {
            front = element
        } else {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.append(element)
        }
    }

    /// Adds an element in front of the others.
    @inlinable package mutating func prepend(_ element: consuming Element) {
        if let front {
            rest = rest ?? CircularBuffer(initialCapacity: 4)
            rest!.prepend(front)
        }
        front = element
    }

    /// Removes the first element; nil when there is none.
    @inlinable package mutating func popFirst() -> Element? {
        guard let element = front.take() else { return nil }
        if rest != nil { front = rest!.popFirst() }
        return element
    }

    /// Changes the last element.
    @inlinable package mutating func withLast(_ change: (inout Element) -> Void) {
        if let last = rest?.indices.last { change(&rest![last]) } else if front != nil { change(&front!) }
    }

    /// Removes all elements and frees their memory.
    @inlinable package mutating func removeAll() {
        front = nil
        rest = nil
    }
}
