/** `return pdfFile('SV-F000017', pdf)` in a loader: a PDF that the browser shows, in no cache. The name is in Latin letters. */
export function pdfFile(name: string, pdf: Buffer): Response {
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `inline; filename="${name.replace('/', '-')}.pdf"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
