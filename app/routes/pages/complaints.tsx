import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { optionalText, requiredLines } from '#app/contract/shapes/text.ts'
import { NewTicket } from '#app/contract/support/tickets.ts'
import { FilesField } from '#app/features/support/files-field.tsx'
import type { WaitingFile } from '#app/features/support/take-files.server.ts'
import { sendWritten } from '#app/features/support/written.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/complaints'

export const handle: PageHandle = { areas: ['pages', 'login', 'tickets'], noJs: true, query: [] }

const TOPICS = ['vehicle', 'company', 'payment', 'site'] as const
/** Short enough to be kept while somebody signs in (`web/session/resume.ts`). */
const LONGEST = 2000
const NUMBER_LENGTH = 20

export async function loader({ context }: Route.LoaderArgs) {
  const page = await apiOf(context).content.page({ slug: 'complaints' })
  return {
    ...{ page, meta: page },
    isSignedIn: viewerOf(context) !== undefined,
    client_id: randomUUID(),
  }
}

const Complaint = z.object({
  about: z.enum(TOPICS, { error: 'required' }),
  number: optionalText(NUMBER_LENGTH),
  message: requiredLines(LONGEST),
  client_id: NewTicket.shape.client_id,
})

/**
 * Opens a ticket; signed-out people sign in first, with what they wrote kept, so that an answer can reach them, and add their files to
 * the ticket.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const open = async ({ about, number, message, client_id }: z.infer<typeof Complaint>, attachments: string[] = []) => {
    const t = textFor(context.get(siteContext).language, 'pages')
    const topic = t(`complaint.topic.${about}`)
    const { id } = await apiOf(context).support.createTicket({
      department: about === 'payment' ? 'FINANCIAL' : 'SALES',
      subject: number ? t('complaint.subjectOf', { topic, number }) : t('complaint.subject', { topic }),
      ...{ message, client_id, attachments },
    })
    return goOn(context, `/profile/ticketing/${id}`, t('complaint.sent'))
  }
  if (viewerOf(context)) return sendWritten(context, fields, { schema: Complaint, uploadTo: 'uploadTicketFile' }, open)
  return answerForm({ context, request: fields }, Complaint, (complaint) => open(complaint))
}

/** How we handle complaints, and the form for one. */
export default function ComplaintsPage({
  loaderData: { page, isSignedIn, client_id },
  actionData,
}: Route.ComponentProps) {
  const t = useText('pages')
  const common = useText('common')
  const login = useText('login')
  const tickets = useText('tickets')
  const { language } = useLanguage()
  const form = useReply('complaint', { reply: actionData?.form, initial: { client_id } })
  const topics = TOPICS.map((topic) => ({ value: topic, label: t(`complaint.topic.${topic}`) }))
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ label: common('nav.search'), href: pathIn(language, '/') }, { label: page.title }]} />
        <div className="narrow stack stack-6 py-6">
          <article className="stack" lang={page.language === language ? undefined : page.language}>
            <h1>{page.title}</h1>
            <Prose html={page.html} />
          </article>
          <section className="card stack" aria-labelledby="complaint-title">
            <h2 id="complaint-title">{t('complaint.title')}</h2>
            <PostForm className="stack" encType={isSignedIn ? 'multipart/form-data' : undefined} {...form.props}>
              <ErrorSummary
                id="complaint-errors"
                entries={form.summary({
                  about: t('complaint.about'),
                  number: t('complaint.number'),
                  message: t('complaint.message'),
                  files: tickets('files'),
                })}
              />
              <input type="hidden" name="client_id" value={form.value('client_id') ?? client_id} />
              <SelectField
                {...form.field('about')}
                label={t('complaint.about')}
                options={[{ value: '', label: login('choose') }, ...topics]}
                required
              />
              <TextField
                {...form.field('number')}
                label={t('complaint.number')}
                hint={t('complaint.numberHint')}
                maxLength={NUMBER_LENGTH}
                dir="ltr"
                optional
              />
              <TextArea
                {...form.field('message')}
                label={t('complaint.message')}
                rows={6}
                maxLength={LONGEST}
                dir="auto"
                required
              />
              {isSignedIn && <FilesField form={form} waiting={waitingIn(actionData)} />}
              <p className="sm soft">{isSignedIn ? t('complaint.answer') : t('complaint.signIn')}</p>
              <div className="row">
                <SubmitButton className="btn btn-go btn-lg">{t('complaint.send')}</SubmitButton>
              </div>
            </PostForm>
          </section>
        </div>
      </div>
    </main>
  )
}

/** The files that an answered form has uploaded. */
function waitingIn(answer: Route.ComponentProps['actionData']): readonly WaitingFile[] {
  return answer && 'waiting' in answer ? (answer.waiting as WaitingFile[]) : []
}
