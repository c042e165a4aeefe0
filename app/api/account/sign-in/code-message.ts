import type { Deps } from '#app/api/call/context.ts'
import { noticeMail } from '#app/api/notifications/mail/notice-mail.tsx'
import { noticeTexts } from '#app/api/notifications/texts.ts'
import type { Message } from '#app/providers/messages/message.ts'
import { CODE_MINUTES, type Language } from '#app/rules/constants.ts'
import { mayOpen } from './account-of-code.ts'
import { type CodeChannel, type CodeRow, secretCode } from './code.ts'

type Sending = { code: string; channel: CodeChannel; language: Language }

const WORDS = {
  SIGN_IN: 'code.signIn',
  CHANGE_PHONE: 'code.changePhone',
  CHANGE_EMAIL: 'code.changeEmail',
  DELETE_ACCOUNT: 'code.deleteAccount',
  WALLET_PAYOUT: 'code.walletPayout',
  SIGN_CONTRACT: 'code.signContract',
} as const

/**
 * The message of a one-time code for one of its channels; identical each time. Null for a code that has ended. A
 * mailbox that is not the account's is notified of that instead of getting the code. The SMS's last line is `@host
 * #code`, by which a browser recognises its site's code. Source: decisions.md, "Identity and access"; protocols/otp.md
 * §6.
 */
export async function codeMessage(deps: Deps, { code: id, channel, language }: Sending): Promise<Message | null> {
  const row = await deps.db.selectFrom('one_time_code').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.ended_at || row.expires_at <= deps.now()) return null
  const key = WORDS[row.purpose]
  const text = await noticeTexts(deps, deps.db, { language, keys: [key, 'code.title', 'code.otherMailbox'] })
  const brand = deps.settings.brand[language]
  const code = secretCode(deps, { id, channel })
  const sentence = text(key, { brand, code, minutes: CODE_MINUTES })
  if (channel === 'sms') {
    const { hostname } = new URL(deps.settings.origin)
    return { channel, to: row.phone, text: `${sentence}\n\n@${hostname} #${code}`, code }
  }
  if (!row.email) return null
  const title = text('code.title', { brand })
  const isForAccount = await opensAccount(deps, row)
  const body = isForAccount ? sentence : text('code.otherMailbox', { brand })
  const { html } = noticeMail({
    language,
    brand,
    palette: deps.settings.palette,
    origin: deps.settings.origin,
    content: { title, body },
    ...(isForAccount && { code }),
  })
  const mail = { channel, to: row.email, subject: title, language, text: body, html }
  return isForAccount ? { ...mail, code } : mail
}

async function opensAccount({ db }: Deps, { purpose, phone, email }: CodeRow): Promise<boolean> {
  return purpose !== 'SIGN_IN' || (email !== null && (await mayOpen(db, { phone, email })))
}
