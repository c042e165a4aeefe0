import type { Deps } from '#app/api/call/context.ts'
import { readStatement } from '#app/api/company/money/statement.ts'
import { readInvoice } from '#app/api/payments/invoices.ts'
import { invoiceNumber } from '#app/i18n/format/invoice-lines.ts'
import { invoicePdf } from '#app/i18n/pdf/invoice-pdf.server.ts'
import { STATEMENT_LINES, statementPdf } from '#app/i18n/pdf/statement-pdf.server.ts'
import type { Message } from '#app/providers/messages/message.ts'
import type { Language } from '#app/rules/constants.ts'
import type { NoticeContent } from '#app/rules/messages/notifications.ts'

type File = NonNullable<Message['files']>[number]

/** What one e-mail may bring with it, in bytes: mailboxes refuse what is much larger. Source: *ours*. */
const MOST_BYTES = 2_000_000

/** The invoice or statement of an e-mail as a PDF in its language; none where it has become too large, as its page has a link. */
export async function attachedPdf(
  deps: Deps,
  { attached }: NoticeContent,
  language: Language,
): Promise<File | undefined> {
  if (!attached) return undefined
  const file =
    'invoice' in attached ? await invoiceFile(deps, attached, language) : await statementFile(deps, attached, language)
  if (!file || file.content.byteLength > MOST_BYTES) return undefined
  return { ...file, type: 'application/pdf' }
}

async function invoiceFile({ db, settings }: Deps, { invoice: id }: { invoice: string }, language: Language) {
  const { origin, brand, invoices } = settings
  const payment = await readInvoice(db, id, language)
  if (!payment?.invoice) return undefined
  const number = invoiceNumber(payment.invoice.number, invoices.prefix)
  const content = await invoicePdf(
    {
      ...{ payment, number, issuedAt: payment.invoice.issued_at, brand: brand[language] },
      seller: { ...invoices.seller, site: new URL(origin).host },
      taxPercent: invoices.taxPercent[payment.currency],
    },
    language,
  )
  return { name: `${number}.pdf`, content }
}

type OfCompany = Extract<NonNullable<NoticeContent['attached']>, { statement: unknown }>

async function statementFile({ db, settings, now }: Deps, { statement }: OfCompany, language: Language) {
  const facts = await readStatement(db, { ...statement, language, page: 1, size: STATEMENT_LINES })
  const content = await statementPdf(facts, { language, brand: settings.brand[language], at: now() })
  return { name: `statement-${statement.currency}.pdf`, content }
}
