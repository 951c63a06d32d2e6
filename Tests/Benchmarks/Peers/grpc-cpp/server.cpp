// A gRPC server in its fastest form: one thread on one completion queue, messages as bytes that are never decoded.
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <vector>

#include "arguments.h"

namespace {

using grpc::ByteBuffer;

// One call after the other: asked for, read, answered, and used for the next.
class Call {
public:
    Call(grpc::AsyncGenericService &service, grpc::ServerCompletionQueue &queue) : service_(service), queue_(queue) {
        ask();
    }

    void proceed(bool ok) {
        switch (state_) {
        case State::asked:
            if (!ok) return;
            state_ = State::reading;
            stream_->Read(&message_, this);
            return;
        case State::reading:
            state_ = State::answering;
            if (ok) {
                stream_->WriteAndFinish(message_, grpc::WriteOptions(), grpc::Status::OK, this);
            } else {
                stream_->Finish(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no request"), this);
            }
            return;
        case State::answering: ask(); return;
        }
    }

private:
    enum class State { asked, reading, answering };

    void ask() {
        state_ = State::asked;
        message_.Clear();
        stream_.reset();
        context_ = std::make_unique<grpc::GenericServerContext>();
        stream_ = std::make_unique<grpc::GenericServerAsyncReaderWriter>(context_.get());
        service_.RequestCall(context_.get(), stream_.get(), &queue_, &queue_, this);
    }

    grpc::AsyncGenericService &service_;
    grpc::ServerCompletionQueue &queue_;
    std::unique_ptr<grpc::GenericServerContext> context_;
    std::unique_ptr<grpc::GenericServerAsyncReaderWriter> stream_;
    ByteBuffer message_;
    State state_ = State::asked;
};

}

int main(int count, char **values) {
    const std::string port = argument(count, values, "port");
    const double lifetime = std::stod(argument(count, values, "lifetime"));
    grpc::SslServerCredentialsOptions options;
    options.pem_key_cert_pairs.push_back(
        {contents(argument(count, values, "key")), contents(argument(count, values, "cert"))});

    grpc::AsyncGenericService service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:" + port, grpc::SslServerCredentials(options));
    builder.RegisterAsyncGenericService(&service);
    auto queue = builder.AddCompletionQueue();
    auto server = builder.BuildAndStart();
    if (!server) {
        std::fprintf(stderr, "port %s cannot be listened on\n", port.c_str());
        return 1;
    }

    std::vector<std::unique_ptr<Call>> calls;
    for (int i = 0; i < 512; i++) calls.push_back(std::make_unique<Call>(service, *queue));
    const auto end = std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                            std::chrono::duration<double>(lifetime));
    void *tag;
    bool ok;
    while (queue->AsyncNext(&tag, &ok, end) == grpc::CompletionQueue::GOT_EVENT) static_cast<Call *>(tag)->proceed(ok);
    std::_Exit(0);
}
