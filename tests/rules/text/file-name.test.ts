import { describe, expect, test } from 'vitest'
import { cleanFileName } from '#app/rules/text/file-name.ts'

const clean = (name: string) => cleanFileName(name, { extension: 'pdf', fallback: 'document' })

describe('the name of an uploaded file', () => {
  test.each([
    ['receipt.pdf', 'receipt.pdf'],
    ['رسید پرداخت.pdf', 'رسید پرداخت.pdf'],
    ['می‌خواهم.PDF', 'می‌خواهم.pdf'],
    ['C:\\Users\\sara\\bill.pdf', 'bill.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.pdf'],
    ['a\u0000b\r\nc".pdf', 'abc.pdf'],
    ['\uD800.pdf', 'document.pdf'],
    ['...', 'document.pdf'],
    ['', 'document.pdf'],
    ['.htaccess', 'htaccess.pdf'],
  ])('%j becomes %j', (given, kept) => {
    expect(clean(given)).toBe(kept)
  })

  test('is at most 100 characters long, cut between characters', () => {
    expect([...clean(`${'😀'.repeat(300)}.pdf`)]).toHaveLength(100)
  })
})
