import { Transform } from 'node:stream'

/**
 * A multipart body with each of its parts, headers and all, cut after `most` bytes; what follows is read and dropped.
 * Browsers listen for an answer only once they have sent all of a form, so a file that is too large must be taken in;
 * cut, it costs no memory, the rest of the form stays whole, and its action can say what is wrong with the file.
 */
export function cutParts({ boundary, most }: { boundary: string; most: number }): Transform {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let left = most
  let tail = Buffer.alloc(0)

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
      let from = 0
      for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, from)) {
        pass(this, bytes.subarray(from, at))
        this.push(delimiter)
        left = most
        from = at + delimiter.length
      }
      // A delimiter may have begun here whose end is still to come.
      const end = Math.max(from, bytes.length - delimiter.length + 1)
      pass(this, bytes.subarray(from, end))
      tail = Buffer.from(bytes.subarray(end))
      done()
    },
    flush(done) {
      pass(this, tail)
      done()
    },
  })

  function pass(to: Transform, bytes: Buffer) {
    if (left > 0 && bytes.length > 0) to.push(bytes.subarray(0, left))
    left -= Math.min(left, bytes.length)
  }
}

/** What separates the parts of a multipart body, by its content type. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? []
  return quoted ?? plain
}
