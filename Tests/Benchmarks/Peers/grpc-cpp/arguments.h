#ifndef GRPC_PEER_ARGUMENTS_H
#define GRPC_PEER_ARGUMENTS_H

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

// The value behind --name; ends the process when it is missing.
inline std::string argument(int count, char **values, const std::string &name) {
    for (int i = 1; i + 1 < count; i += 2)
        if (values[i] == "--" + name) return values[i + 1];
    std::fprintf(stderr, "--%s is missing\n", name.c_str());
    std::exit(64);
}

inline std::string contents(const std::string &path) {
    std::ifstream file(path);
    if (!file) {
        std::fprintf(stderr, "%s cannot be read\n", path.c_str());
        std::exit(1);
    }
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

#endif
