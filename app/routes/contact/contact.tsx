import { randomUUID } from 'node:crypto'
import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { Login } from '#app/contract/account/account.ts'
import { Lines } from '#app/contract/shapes/text.ts'
import { NewTicket } from '#app/contract/support/tickets.ts'
import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { messageIdOf } from '#app/features/support/written.server.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEFAULT_DIAL_CODE, SUPPORT_HOURS } from '#app/rules/constants.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/contact'
import { ContactList } from './contact-list.tsx'
import { LONGEST_MESSAGE, WriteForm } from './write-form.tsx'

export const handle: PageHandle = {
  title: 'contact/title',
  description: 'contact/description',
  areas: ['contact', 'login', 'status'],
  noJs: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { language, config } = context.get(siteContext)
  const { results } = await apiOf(context).site.contactData()
  const viewer = viewerOf(context)
  const country_code = viewer ? dialCodeOf(viewer.phone) : DEFAULT_DIAL_CODE[language]
  return {
    contacts: results.toSorted((one, other) => one.order - other.order),
    email: config.brand.email,
    dialCodes: dialCodesIn(language),
    isSignedIn: viewer !== undefined,
    client_id: randomUUID(),
    initial: { country_code, phone: viewer ? viewer.phone.slice(country_code.length) : '' },
  }
}

/** The person whose message we may expect on WhatsApp. */
const Writer = Login.pick({ phone: true, country_code: true })

const Message = z.object({
  subject: NewTicket.shape.subject,
  message: Lines.min(1, 'required').max(LONGEST_MESSAGE, 'max_length'),
  client_id: NewTicket.shape.client_id,
})

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  return fields.has('contact') ? openWhatsApp(context, fields) : openTicket(context, fields)
}

/** People who are not signed in sign in first, with what they wrote kept, so that an answer can reach them. */
function openTicket(context: Readonly<RouterContextProvider>, fields: FormData) {
  const t = textFor(context.get(siteContext).language, 'contact')
  return answerForm({ context, request: fields }, Message, async (message) => {
    const { id } = await apiOf(context).support.createTicket({
      ...{ department: 'SALES', ...message, attachments: [] },
      client_id: messageIdOf(message, fields),
    })
    return goOn(context, `/profile/ticketing/${id}`, t('write.sent'))
  })
}

/**
 * Records who is about to write (§7), then redirects to WhatsApp by a page of ours, because a form must not lead to
 * another site.
 */
function openWhatsApp(context: Readonly<RouterContextProvider>, fields: FormData) {
  const id = String(fields.get('contact') ?? '')
  fields.delete('contact')
  return answerForm({ context, request: fields }, Writer, async (writer) => {
    await apiOf(context).account.phonebookRegister({ ...writer, origin: 'contact' })
    return redirect(`/pages/contact/whatsapp?contact=${encodeURIComponent(id)}`, 303)
  })
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('contact')
  const common = useText('common')
  const { language } = useLanguage()
  const { opens, closes } = SUPPORT_HOURS
  const reply = actionData?.form
  const isAboutMessage = reply?.initialValue?.client_id !== undefined
  const form = useReply('whatsapp', { reply: isAboutMessage ? undefined : reply, initial: loaderData.initial })
  const login = useText('login')
  const status = useText('status')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ label: common('nav.search'), href: pathIn(language, '/') }, { label: t('title') }]} />
        <div className="narrow stack py-6">
          <h1>{t('title')}</h1>
          <p className="soft">{t('hours', { from: formatTime(opens, language), to: formatTime(closes, language) })}</p>
          <ErrorSummary
            id="whatsapp-errors"
            entries={form.summary({ phone: login('phone'), country_code: login('countryCode') })}
          />
          <ContactList {...loaderData} form={form} />
          <WriteForm {...loaderData} reply={isAboutMessage ? reply : undefined} />
          <p>
            <a href={pathIn(language, '/status')}>{status('title')}</a>
          </p>
        </div>
      </div>
    </main>
  )
}
