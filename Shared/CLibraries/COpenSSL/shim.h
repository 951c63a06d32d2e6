// OpenSSL's macros as functions, and the BIO that moves bytes between a channel's buffers and OpenSSL.
// Swift can't import function-like macros, nor object-like ones that expand to them.

#ifndef LARDER_COPENSSL_SHIM_H
#define LARDER_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "channel_bio.h"

// Settings that every context has, whichever its role.
static inline int larder_ssl_ctx_apply_defaults(SSL_CTX *context) {
    if (SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) != 1) return 0;
    if (SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) != 1) return 0;
    if (SSL_CTX_set_ciphersuites(
            context, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256") != 1) return 0;
    if (SSL_CTX_set1_groups_list(context, "X25519:P-256") != 1) return 0;
    SSL_CTX_set_options(
        context,
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Connections between services live long: a resumed handshake would save little and cost a record each time.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    if (SSL_CTX_set_num_tickets(context, 0) != 1) return 0;
    if (SSL_CTX_set_max_early_data(context, 0) != 1) return 0;
    // An idle connection keeps no record buffers.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(context, 0);
    SSL_CTX_set_verify_depth(context, 4);
    // A peer's chain is two or three certificates of about a kilobyte.
    SSL_CTX_set_max_cert_list(context, 32 * 1024);
    return 1;
}

static inline int larder_ssl_ctx_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline long larder_ssl_set_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name);
}

static inline int larder_ssl_set_owner(SSL *ssl, void *owner) { return SSL_set_app_data(ssl, owner); }

static inline void *larder_ssl_get_owner(const SSL *ssl) { return SSL_get_app_data(ssl); }

static inline int larder_error_library(unsigned long code) { return ERR_GET_LIB(code); }

static inline int larder_error_reason(unsigned long code) { return ERR_GET_REASON(code); }

// Never asks a terminal for the passphrase of an encrypted key.
static inline int larder_no_passphrase(char *buffer, int size, int writing, void *argument) {
    (void)buffer, (void)size, (void)writing, (void)argument;
    return -1;
}

static inline EVP_PKEY *larder_pem_read_private_key(BIO *bio) {
    return PEM_read_bio_PrivateKey(bio, NULL, larder_no_passphrase, NULL);
}

static inline X509 *larder_pem_read_certificate(BIO *bio) {
    return PEM_read_bio_X509(bio, NULL, larder_no_passphrase, NULL);
}

// The protocols a server accepts, in the wire form of RFC 7301 (a length byte before each name).
typedef struct {
    const unsigned char *bytes;
    unsigned int length;
} larder_alpn_protocols;

static inline int larder_select_alpn(
    SSL *ssl, const unsigned char **selected, unsigned char *selected_length, const unsigned char *offered,
    unsigned int offered_length, void *argument) {
    (void)ssl;
    const larder_alpn_protocols *accepted = (const larder_alpn_protocols *)argument;
    unsigned char *choice = NULL;
    int outcome = SSL_select_next_proto(
        &choice, selected_length, accepted->bytes, accepted->length, offered, offered_length);
    *selected = choice;
    return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// OpenSSL asks for a choice only when the client offers something, so a hello without ALPN is rejected here. A hello
// without supported_versions is left to OpenSSL, which rejects it as too old.
static inline int larder_require_alpn(SSL *ssl, int *alert, void *argument) {
    (void)argument;
    const unsigned char *bytes = NULL;
    size_t length = 0;
    if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_supported_versions, &bytes, &length) != 1) {
        return SSL_CLIENT_HELLO_SUCCESS;
    }
    if (SSL_client_hello_get0_ext(
            ssl, TLSEXT_TYPE_application_layer_protocol_negotiation, &bytes, &length) == 1) {
        return SSL_CLIENT_HELLO_SUCCESS;
    }
    *alert = SSL_AD_NO_APPLICATION_PROTOCOL;
    return SSL_CLIENT_HELLO_ERROR;
}

// `protocols` must live as long as any SSL made from the context.
static inline void larder_ssl_ctx_require_alpn(SSL_CTX *context, larder_alpn_protocols *protocols) {
    SSL_CTX_set_alpn_select_cb(context, larder_select_alpn, protocols);
    SSL_CTX_set_client_hello_cb(context, larder_require_alpn, NULL);
}

static inline GENERAL_NAMES *larder_copy_alternative_names(const X509 *certificate) {
    return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline void larder_free_alternative_names(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }

static inline int larder_alternative_name_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }

// The bytes of the name at `index` when it is of `type` (GEN_URI, GEN_DNS or GEN_IPADD), which all are ASN.1 strings; NULL
// otherwise.
static inline const unsigned char *larder_alternative_name(
    const GENERAL_NAMES *names, int index, int type, int *length) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    if (name == NULL || name->type != type) return NULL;
    const ASN1_STRING *string = type == GEN_IPADD ? name->d.iPAddress : name->d.ia5;
    *length = ASN1_STRING_length(string);
    return ASN1_STRING_get0_data(string);
}

// The bytes of a certificate's serial number, the most significant first.
static inline const unsigned char *larder_serial_number(const X509 *certificate, int *length) {
    const ASN1_INTEGER *number = X509_get0_serialNumber(certificate);
    *length = ASN1_STRING_length(number);
    return ASN1_STRING_get0_data(number);
}

static inline int larder_copy_subject(const X509 *certificate, BIO *bio) {
    return X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

static inline long larder_bio_contents(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

// Seconds since 1970 of a certificate's time; returns 0 when it isn't a valid time.
static inline int larder_time_seconds(const ASN1_TIME *time, int64_t *seconds) {
    int days = 0, remainder = 0;
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int valid = epoch != NULL && ASN1_TIME_diff(&days, &remainder, epoch, time) == 1;
    ASN1_TIME_free(epoch);
    *seconds = (int64_t)days * 86400 + remainder;
    return valid;
}

#endif
