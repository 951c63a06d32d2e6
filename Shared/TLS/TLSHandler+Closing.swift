import Logging
public import NIOCore

extension TLSHandler {
    // MARK: Closing from this side

    /// Closes after everything that was flushed, and `close_notify`, is sent. With `.all`, the promise succeeds when the
    /// channel is closed: once the peer closed too, or the linger timeout passed. During the handshake, closing waits for
    /// its end if something was flushed, and ends it otherwise.
    public func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch (mode, state) {
        case (.input, _), (_, .closed):
            context.close(mode: mode, promise: promise)
        case (.output, .open):
            closeOutput(context, promise: promise)
        case (_, .closing):
            if let promise { closePromises.append(promise) }
        case (_, .open):
            if let promise { closePromises.append(promise) }
            closeInOrder(context)
        case (_, .handshaking) where mode == .output || queue.flushedWrites > 0:
            deferClose(mode, promise: promise)
        case (_, .idle), (_, .handshaking):
            state = .closed
            clearDeadline()
            failWrites(ChannelError.ioOnClosedChannel)
            context.close(mode: .all, promise: promise)
        }
    }

    private func deferClose(_ mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            if let promise { outputClosePromises.append(promise) }
            deferredClose = deferredClose ?? mode
        } else {
            if let promise { closePromises.append(promise) }
            deferredClose = mode
        }
    }

    /// Does what was asked for during the handshake, which is now complete.
    func closeAsDeferred(_ context: ChannelHandlerContext) {
        guard let mode = deferredClose else { return }
        deferredClose = nil
        if mode == .output {
            let promises = outputClosePromises
            outputClosePromises = []
            let closed = context.eventLoop.makePromise(of: Void.self)
            for promise in promises { closed.futureResult.cascade(to: promise) }
            closeOutput(context, promise: closed)
        } else {
            closeInOrder(context)
        }
    }

    private func closeOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        sendFlushed(context)
        guard state == .open, !isOutputClosed else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        isOutputClosed = true
        session?.sendCloseNotify()
        sendSessionOutput(context)
        queue.takeUnflushed().fail(ChannelError.outputClosed)
        // The channel shuts its output down only when what was written before is sent.
        context.close(mode: .output, promise: promise)
    }

    private func closeInOrder(_ context: ChannelHandlerContext) {
        sendFlushed(context)
        guard state == .open else { return }
        state = .closing
        failWrites(ChannelError.ioOnClosedChannel)
        guard !isOutputClosed else {
            linger(context)
            return
        }
        isOutputClosed = true
        session?.sendCloseNotify()
        drain(context)
    }

    /// Waits until everything that was written is sent, then lingers.
    private func drain(_ context: ChannelHandlerContext) {
        setDeadline(timeouts.drain, context) { handler, context in handler.closeNow(context) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { result in
            guard self.state == .closing else { return }
            switch result {
            case .success: self.linger(context)
            case .failure: self.closeNow(context)
            }
        }
        if let output = session?.takeOutput(allocator: context.channel.allocator) {
            context.writeAndFlush(Self.wrapOutboundOut(output), promise: sent)
        } else {
            context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer()), promise: sent)
        }
    }

    /// Ends the output and gives the peer time to close. Closing at once, with input unread, would make the system reset
    /// the connection, and a reset may cost the peer what it hasn't read yet: the last answers, or the alert that says
    /// what is wrong.
    private func linger(_ context: ChannelHandlerContext) {
        if hasPeerClosed {
            closeNow(context)
            return
        }
        setDeadline(timeouts.linger, context) { handler, context in handler.closeNow(context) }
        context.close(mode: .output, promise: nil)
        if state == .closing { context.read() }
    }

    private func closeNow(_ context: ChannelHandlerContext) {
        guard state != .closed else { return }
        clearDeadline()
        context.close(mode: .all, promise: nil)
    }

    // MARK: Closing from the other side

    /// The peer's `close_notify` came.
    func peerClosed(_ context: ChannelHandlerContext) {
        guard state == .open else { return }
        hasPeerClosed = true
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        guard state == .open else { return }
        let mayKeepWriting = try? context.channel.syncOptions?.getOption(.allowRemoteHalfClosure)
        if isOutputClosed || mayKeepWriting != true { closeInOrder(context) }
    }

    /// Handles the end of the TCP stream, and passes other events on.
    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        // The end of the TCP stream, on a channel that may be half closed. `close_notify` has announced it already, if
        // it was an orderly end.
        switch state {
        case .open where hasPeerClosed: break
        case .open: truncated(context)
        case .handshaking: fail(.handshakeFailed(.connectionClosed), context)
        case .closing: hasPeerClosed = true
        case .idle, .closed: context.fireUserInboundEventTriggered(event)
        }
        if state == .closing { closeNow(context) }
    }

    /// Fails what waits, and reports an end without `close_notify` as an error.
    public func channelInactive(context: ChannelHandlerContext) {
        let previous = state
        state = .closed
        clearDeadline()
        failWrites(ChannelError.ioOnClosedChannel)
        switch previous {
        case .handshaking: context.fireErrorCaught(TLSError.handshakeFailed(.connectionClosed))
        case .open where !hasPeerClosed: context.fireErrorCaught(TLSError.truncated)
        case .idle, .open, .closing, .closed: break
        }
        completeClosePromises()
        context.fireChannelInactive()
    }

    private func truncated(_ context: ChannelHandlerContext) {
        state = .closing
        failWrites(TLSError.truncated)
        context.fireErrorCaught(TLSError.truncated)
    }

    /// Fails what waits and frees the TLS state.
    public func handlerRemoved(context: ChannelHandlerContext) {
        state = .closed
        clearDeadline()
        failWrites(ChannelError.ioOnClosedChannel)
        completeClosePromises()
        session = nil
    }

    // MARK: Failure

    /// Reports the error, sees that the alert which OpenSSL made of it reaches the peer, and closes.
    func fail(_ error: TLSError, _ context: ChannelHandlerContext) {
        guard state == .handshaking || state == .open else { return }
        let hasSpoken = state == .open || error != .handshakeFailed(.timedOut)
        state = .closing
        isOutputClosed = true
        logger?.debug(
            "TLS connection failed",
            metadata: ["reason": "\(error)", "detail": "\(session?.failureDetail ?? "")"]
        )
        failWrites(error)
        context.fireErrorCaught(error)
        guard state == .closing else { return }
        if hasSpoken {
            drain(context)
        } else {
            closeNow(context)
        }
    }

    private func failWrites(_ error: any Error) {
        // Promises call back, perhaps into this handler: by then the queue must be empty.
        let abandoned = queue
        queue = OutboundQueue()
        abandoned.fail(error)
    }

    private func completeClosePromises() {
        let promises = (all: closePromises, output: outputClosePromises)
        closePromises = []
        outputClosePromises = []
        for promise in promises.all { promise.succeed() }
        for promise in promises.output { promise.fail(ChannelError.ioOnClosedChannel) }
    }

    // MARK: Deadline

    func setDeadline(
        _ delay: TimeAmount,
        _ context: ChannelHandlerContext,
        _ action: @escaping (TLSHandler, ChannelHandlerContext) -> Void
    ) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
            guard let self else { return }
            deadline = nil
            action(self, context)
        }
    }

    func clearDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}
