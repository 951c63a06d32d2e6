#ifndef LARDER_CCURL_SHIM_H
#define LARDER_CCURL_SHIM_H

#include <curl/curl.h>

// Swift calls no functions with a variable number of arguments.

static inline CURLcode larder_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode larder_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode larder_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode larder_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
    return curl_easy_setopt(transfer, option, value);
}

typedef size_t (*larder_curl_read)(char *bytes, size_t size, size_t count, void *source);

static inline CURLcode larder_curl_set_reader(CURL *transfer, larder_curl_read reader, void *source) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_READFUNCTION, reader);
    return code ? code : curl_easy_setopt(transfer, CURLOPT_READDATA, source);
}

typedef size_t (*larder_curl_write)(char *bytes, size_t size, size_t count, void *target);

static inline CURLcode larder_curl_set_header_writer(CURL *transfer, larder_curl_write writer, void *target) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, writer);
    return code ? code : curl_easy_setopt(transfer, CURLOPT_HEADERDATA, target);
}

static inline CURLcode larder_curl_set_writer(CURL *transfer, larder_curl_write writer, void *target) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, writer);
    return code ? code : curl_easy_setopt(transfer, CURLOPT_WRITEDATA, target);
}

// Makes the socket of each connection, or refuses its address with CURL_SOCKET_BAD, which is -1. `addr` has `addrlen` bytes.
typedef curl_socket_t (*larder_curl_open_socket)(void *source, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode larder_curl_set_socket_opener(CURL *transfer, larder_curl_open_socket opener, void *source) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opener);
    return code ? code : curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, source);
}

static inline long larder_curl_response_code(CURL *transfer) {
    long code = 0;
    curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

#endif
