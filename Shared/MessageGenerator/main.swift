// A compiler plugin for protoc: reads a CodeGeneratorRequest from standard input and writes a CodeGeneratorResponse to
// standard output, as google/protobuf/compiler/plugin.proto says. The process is short; it leaves its memory to exit.

import CDescriptorMessages
import CPluginMessages
import CProtobuf
import Glibc

func readStandardInput() -> [UInt8] {
    var input: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        guard count > 0 else { return input }
        input += chunk[..<count]
    }
}

/// Whether all bytes went out.
@discardableResult
func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

func fail(_ explanation: String) -> Never {
    write(Array("protoc-gen-larder: \(explanation)\n".utf8), to: STDERR_FILENO)
    exit(1)
}

func respond(_ output: GeneratorOutput) -> [UInt8] {
    var response = Google__Protobuf__Compiler__CodeGeneratorResponse()
    google__protobuf__compiler__code_generator_response__init(&response)
    // Announced so that protoc leaves the rejection of optional fields, with the field's name, to this generator.
    response.has_supported_features = 1
    response.supported_features = 1
    switch output {
    case .rejected(let faults):
        response.error = strdup(faults)
    case .files(let files):
        typealias File = Google__Protobuf__Compiler__CodeGeneratorResponse__File
        let array = UnsafeMutablePointer<UnsafeMutablePointer<File>?>.allocate(capacity: files.count)
        for (index, file) in files.enumerated() {
            let structure = UnsafeMutablePointer<File>.allocate(capacity: 1)
            google__protobuf__compiler__code_generator_response__file__init(structure)
            structure.pointee.name = strdup(file.name)
            structure.pointee.content = strdup(file.content)
            array[index] = structure
        }
        response.n_file = files.count
        response.file = array
    }
    let size = google__protobuf__compiler__code_generator_response__get_packed_size(&response)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = google__protobuf__compiler__code_generator_response__pack(&response, buffer.baseAddress)
    }
}

let input = readStandardInput()
guard let request = google__protobuf__compiler__code_generator_request__unpack(nil, input.count, input)?.pointee else {
    fail("standard input is not a CodeGeneratorRequest; protoc starts this program.")
}
let names = (0..<request.n_file_to_generate).map { text(request.file_to_generate[$0]) }
let files = list(request.n_proto_file, request.proto_file).map(FileReader.read)
let output = Generator.run(names, allFiles: files, parameter: text(request.parameter))
guard write(respond(output), to: STDOUT_FILENO) else {
    fail("standard output can't be written.")
}
