import { textFor } from '#app/i18n/texts.server.ts'
import { CODE_MINUTES, type Language } from '#app/rules/constants.ts'
import type { Deps } from '../context.ts'
import { type CodeRow, secretCode } from './code.ts'

/**
 * Sends a one-time code, as a job; sending it again sends the same one. Nothing goes out for a code that has ended, nor
 * to a mailbox that is not the one of the account that signs in. The SMS's last line is `@host #code`, by which a browser
 * knows whose code it is. Source: decisions.md, "Identity and access"; protocols/otp.md §6.
 */
export async function sendCode(deps: Deps, work: { code: string; language: Language }): Promise<void> {
  const row = await deps.db.selectFrom('one_time_code').selectAll().where('id', '=', work.code).executeTakeFirst()
  if (!row || row.ended_at || row.expires_at <= deps.now() || !(await mayReach(deps, row))) return
  const { settings } = deps
  const text = textFor(work.language, 'message')
  const brand = settings.brand[work.language]
  const code = secretCode(deps, row.id)
  const key = row.purpose === 'SIGN_IN' ? 'code' : `code_${row.purpose.toLowerCase()}`
  const sentence = text.loose(key, { brand, code, minutes: CODE_MINUTES })
  if (row.channel === 'sms') {
    const { hostname } = new URL(settings.origin)
    return deps.send({ channel: 'sms', to: row.phone, text: `${sentence}\n\n@${hostname} #${code}`, code })
  }
  if (!row.email) return
  return deps.send({
    channel: 'email',
    to: row.email,
    subject: text.loose('code_subject', { brand }),
    text: sentence,
    language: work.language,
    code,
  })
}

/** Whoever claims a number that no SMS proves must have the mailbox that its account has. */
async function mayReach({ db }: Deps, { purpose, channel, phone, email }: CodeRow): Promise<boolean> {
  if (purpose !== 'SIGN_IN' || channel === 'sms') return true
  const account = await db.selectFrom('account').select('email').where('phone', '=', phone).executeTakeFirst()
  return !account || account.email === email
}
