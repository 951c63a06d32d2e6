// A gRPC client in its fastest form: one thread on one completion queue, messages as bytes that are never decoded.
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <array>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <memory>
#include <vector>

#include "arguments.h"

namespace {

using Clock = std::chrono::steady_clock;
using grpc::ByteBuffer;

// Latencies in buckets of at most 1/64 of their value: 64 of 1 ns, then 64 for each power of two.
class Histogram {
public:
    void record(uint64_t value) {
        size_t index = value;
        if (value >= 64) {
            const int shift = 63 - __builtin_clzll(value) - 6;
            index = (shift + 1) * 64 + (value >> shift) - 64;
        }
        buckets_[index]++;
        count_++;
    }

    uint64_t count() const { return count_; }

    double microseconds(double share) const {
        const auto rank = static_cast<uint64_t>(std::ceil(static_cast<double>(count_) * share));
        uint64_t seen = 0;
        for (size_t i = 0; count_ > 0 && i < buckets_.size(); i++) {
            seen += buckets_[i];
            if (seen < rank) continue;
            if (i < 64) return static_cast<double>(i) / 1000;
            const int shift = static_cast<int>(i / 64) - 1;
            const auto base = static_cast<double>((i % 64 + 64) << shift);
            return (base + static_cast<double>(uint64_t{1} << shift) / 2) / 1000;
        }
        return 0;
    }

private:
    std::array<uint64_t, 59 * 64> buckets_{};
    uint64_t count_ = 0;
};

struct Run {
    Clock::time_point warm_up_end, end;
    Histogram latencies;
    uint64_t total = 0, errors = 0, in_flight = 0;
    grpc::CompletionQueue queue;
    ByteBuffer request;
};

class Call {
public:
    Call(Run &run, grpc::GenericStub &stub) : run_(run), stub_(stub) { start(); }

    // The call has ended. The next one begins unless the time is up.
    void ended() {
        const auto now = Clock::now();
        run_.in_flight--;
        if (!status_.ok() || response_.Length() != run_.request.Length()) {
            if (run_.errors++ == 0) std::fprintf(stderr, "%s\n", status_.error_message().c_str());
        } else {
            run_.total++;
            if (now > run_.warm_up_end && now <= run_.end)
                run_.latencies.record(std::chrono::nanoseconds(now - started_).count());
        }
        if (now < run_.end && run_.errors < 100) start();
    }

private:
    void start() {
        started_ = Clock::now();
        run_.in_flight++;
        context_ = std::make_unique<grpc::ClientContext>();
        response_.Clear();
        reader_ = stub_.PrepareUnaryCall(context_.get(), "/larder.rpc.v1.Echo/UnaryEcho", run_.request, &run_.queue);
        reader_->StartCall();
        reader_->Finish(&response_, &status_, this);
    }

    Run &run_;
    grpc::GenericStub &stub_;
    Clock::time_point started_;
    std::unique_ptr<grpc::ClientContext> context_;
    std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader_;
    ByteBuffer response_;
    grpc::Status status_;
};

std::shared_ptr<grpc::Channel> connect(const std::string &port, const std::string &certificate) {
    grpc::ChannelArguments arguments;
    // Otherwise all channels to one address share a connection.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetSslTargetNameOverride("localhost");
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = certificate;
    auto channel = grpc::CreateCustomChannel("127.0.0.1:" + port, grpc::SslCredentials(options), arguments);
    if (!channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(10))) {
        std::fprintf(stderr, "there is no connection\n");
        std::exit(1);
    }
    return channel;
}

}

int main(int count, char **values) {
    const auto number = [&](const char *name) { return std::stod(argument(count, values, name)); };
    const auto duration = [&](const char *name) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number(name)));
    };
    const auto connections = static_cast<size_t>(number("conns"));
    const auto concurrency = static_cast<size_t>(number("conc"));
    const std::string certificate = contents(argument(count, values, "cert"));

    Run run;
    grpc::Slice bytes(std::string(static_cast<size_t>(number("bytes")), 'x'));
    run.request = ByteBuffer(&bytes, 1);
    std::vector<std::unique_ptr<grpc::GenericStub>> stubs;
    for (size_t i = 0; i < connections; i++)
        stubs.push_back(std::make_unique<grpc::GenericStub>(connect(argument(count, values, "port"), certificate)));

    run.warm_up_end = Clock::now() + duration("warmup");
    run.end = run.warm_up_end + duration("seconds");
    std::vector<std::unique_ptr<Call>> calls;
    for (size_t i = 0; i < concurrency; i++) calls.push_back(std::make_unique<Call>(run, *stubs[i % connections]));
    void *tag;
    bool ok;
    while (run.in_flight > 0 && run.queue.Next(&tag, &ok)) static_cast<Call *>(tag)->ended();

    std::printf("{\"rps\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"total_calls\":%" PRIu64 ",\"errors\":%" PRIu64 "}\n",
        static_cast<double>(run.latencies.count()) / number("seconds"), run.latencies.microseconds(0.5),
        run.latencies.microseconds(0.99), run.total, run.errors);
    std::fflush(stdout);
    std::_Exit(run.errors == 0 ? 0 : 1);
}
