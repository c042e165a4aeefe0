import type { Deps } from '#app/api/call/context.ts'
import { readStatement } from '#app/api/company/money/statement.ts'
import { readInvoice } from '#app/api/payments/invoices.ts'
import { documentOf } from '#app/i18n/format/invoice-lines.ts'
import { invoicePdf } from '#app/i18n/pdf/invoice-pdf.server.ts'
import { STATEMENT_LINES, statementPdf } from '#app/i18n/pdf/statement-pdf.server.ts'
import type { Message } from '#app/providers/messages/message.ts'
import type { Language } from '#app/rules/constants.ts'
import type { NoticeContent } from '#app/rules/messages/notifications.ts'

type File = NonNullable<Message['files']>[number] & { content: Buffer }

/** What one e-mail may bring with it, in bytes: mailboxes refuse what is much larger. Source: *ours*. */
const MOST_BYTES = 2_000_000

/** The invoice, credit notes or statement of an e-mail as PDFs in its language; without those that make it too large, as its page has links. */
export async function attachedPdfs(deps: Deps, { attached }: NoticeContent, language: Language): Promise<File[]> {
  if (!attached) return []
  const files: File[] = []
  for (const file of await filesOf(deps, attached, language)) {
    const size = [...files, file].reduce((sum, { content }) => sum + content.byteLength, 0)
    if (size <= MOST_BYTES) files.push(file)
  }
  return files
}

async function filesOf(deps: Deps, attached: NonNullable<NoticeContent['attached']>, language: Language) {
  if ('statement' in attached) return [await statementFile(deps, attached, language)]
  if ('invoice' in attached) return invoiceFiles(deps, [{ payment: attached.invoice }], language)
  const notes = await deps.db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.number', 'credit_note.invoice')
    .select(['invoice.payment_id as payment', 'credit_note.number as credit'])
    .where('transaction_id', 'in', attached.credited)
    .orderBy('credit_note.number')
    .execute()
  return invoiceFiles(deps, notes, language)
}

async function invoiceFiles(deps: Deps, asked: { payment: string; credit?: number }[], language: Language) {
  const { origin, brand, invoices } = deps.settings
  const files: File[] = []
  for (const { payment: id, credit } of asked) {
    const payment = await readInvoice(deps.db, id, { language, asked: { credit } })
    const document = payment && documentOf(payment, invoices)
    if (!payment || !document) continue
    const content = await invoicePdf(
      {
        ...{ payment, ...document, prefix: invoices.prefix, brand: brand[language] },
        seller: { ...invoices.seller, site: new URL(origin).host },
        taxPercent: invoices.taxPercent[payment.currency],
      },
      language,
    )
    files.push({ name: `${document.number}.pdf`, content, type: 'application/pdf' })
  }
  return files
}

type OfCompany = Extract<NonNullable<NoticeContent['attached']>, { statement: unknown }>

async function statementFile({ db, settings, now }: Deps, { statement }: OfCompany, language: Language): Promise<File> {
  const facts = await readStatement(db, { ...statement, language, page: 1, size: STATEMENT_LINES })
  const content = await statementPdf(facts, { language, brand: settings.brand[language], at: now() })
  return { name: `statement-${statement.currency}.pdf`, content, type: 'application/pdf' }
}
