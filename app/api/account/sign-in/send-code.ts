import type { Deps } from '#app/api/context.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { CODE_MINUTES, type Language } from '#app/rules/constants.ts'
import { type CodeChannel, type CodeRow, secretCode } from './code.ts'

type Sending = { code: string; channel: CodeChannel; language: Language }

/**
 * Sends a one-time code by one of its channels, as a job; sending it again sends the same one. Nothing goes out for a code
 * that has ended. A mailbox that is not the one of the account that signs in hears that, and no code. The SMS's last line
 * is `@host #code`, by which a browser knows whose code it is. Source: decisions.md, "Identity and access";
 * protocols/otp.md §6.
 */
export async function sendCode(deps: Deps, { code: id, channel, language }: Sending): Promise<void> {
  const row = await deps.db.selectFrom('one_time_code').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.ended_at || row.expires_at <= deps.now()) return
  const { settings } = deps
  const text = textFor(language, 'message')
  const brand = settings.brand[language]
  const code = secretCode(deps, { id, channel })
  const key = row.purpose === 'SIGN_IN' ? 'code' : `code_${row.purpose.toLowerCase()}`
  const sentence = text.loose(key, { brand, code, minutes: CODE_MINUTES })
  if (channel === 'sms') {
    const { hostname } = new URL(settings.origin)
    return deps.send({ channel, to: row.phone, text: `${sentence}\n\n@${hostname} #${code}`, code })
  }
  if (!row.email) return
  const mail = { channel, to: row.email, subject: text.loose('code_subject', { brand }), language }
  if (await opensAccount(deps, row)) return deps.send({ ...mail, text: sentence, code })
  return deps.send({ ...mail, text: text.loose('code_other_mailbox', { brand }) })
}

/** Whether the mailbox may sign in with the number: it is the account's, or there is no account yet. */
async function opensAccount({ db }: Deps, { purpose, phone, email }: CodeRow): Promise<boolean> {
  if (purpose !== 'SIGN_IN') return true
  const account = await db.selectFrom('account').select('email').where('phone', '=', phone).executeTakeFirst()
  return !account || account.email === email
}
