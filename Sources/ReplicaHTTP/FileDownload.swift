import CCurl
import Glibc

/// Fetches one file from an address on the web, without anything of Hearth's: no token, no cookie.
package enum FileDownload {
  /// Why a file could not be fetched, in words for the person.
  package struct Failure: Error, Equatable, Sendable {
    package let reason: String
  }

  private static let maxRedirects = 3
  private static let connectSeconds = 10
  /// A transfer that makes no progress for this long is abandoned.
  private static let stallSeconds = 30

  /// What the callback works on.
  private final class Body {
    var bytes: [UInt8] = []
    let maxBytes: Int
    var isTooLarge = false

    init(maxBytes: Int) { self.maxBytes = maxBytes }
  }

  /// Whether this is an address that can be fetched.
  package static func accepts(_ address: String) -> Bool {
    let lower = address.lowercased()
    let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : nil
    guard let scheme, lower.utf8.count > scheme, lower.utf8.count <= 2000 else { return false }
    return lower.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The content at an address. Blocks.
  package static func bytes(at address: String, maxBytes: Int) throws(Failure) -> [UInt8] {
    guard accepts(address) else { throw Failure(reason: "not an http or https address") }
    guard CurlHandle.isLibraryReady, let curl = curl_easy_init() else {
      throw Failure(reason: "no memory")
    }
    defer { curl_easy_cleanup(curl) }
    let body = Body(maxBytes: maxBytes)
    hearth_curl_set_string(curl, CURLOPT_URL, address)
    hearth_curl_set_string(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    hearth_curl_set_string(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https")
    hearth_curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 1)
    hearth_curl_set_long(curl, CURLOPT_MAXREDIRS, maxRedirects)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2)
    hearth_curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    hearth_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT, connectSeconds)
    hearth_curl_set_long(curl, CURLOPT_LOW_SPEED_LIMIT, 1)
    hearth_curl_set_long(curl, CURLOPT_LOW_SPEED_TIME, stallSeconds)
    hearth_curl_set_data(curl, CURLOPT_WRITEFUNCTION) { data, size, count, context in
      guard let data, let context else { return 0 }
      let body = Unmanaged<Body>.fromOpaque(context).takeUnretainedValue()
      let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
      guard body.bytes.count + bytes.count <= body.maxBytes else {
        body.isTooLarge = true
        return 0
      }
      body.bytes.append(contentsOf: bytes)
      return bytes.count
    }
    hearth_curl_set_pointer(
      curl, CURLOPT_WRITEDATA, Unmanaged.passUnretained(body).toOpaque())
    let code = withExtendedLifetime(body) { curl_easy_perform(curl) }
    if body.isTooLarge { throw Failure(reason: "the file has more than \(maxBytes) bytes") }
    guard code == CURLE_OK else {
      throw Failure(reason: String(cString: curl_easy_strerror(code)))
    }
    var status = 0
    hearth_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
    guard status == 200 else { throw Failure(reason: "the answer was \(status)") }
    return body.bytes
  }
}
