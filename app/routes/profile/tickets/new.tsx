import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { NewTicket, SUBJECT_LENGTH } from '#app/contract/support/tickets.ts'
import { FilesField } from '#app/features/support/files-field.tsx'
import { sendWritten } from '#app/features/support/written.server.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CHAT_MESSAGE_LENGTH } from '#app/rules/constants.ts'
import { DEPARTMENTS } from '#app/rules/messages/ticket-status.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new'

export const handle: PageHandle = {
  title: 'tickets/meta.new',
  description: 'tickets/meta.listText',
  areas: ['tickets', 'files'],
  query: ['reservation'],
}

const TRIPS = 50

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'tickets')
  const own = apiOf(context).reservations.list({ size: TRIPS })
  const { results } = await decoration(context, 'reservations', own, { results: [] })
  const trips = results.map(({ id, number, ad }) => ({
    value: id,
    label: t('trip', { number: numberIn(language, number), vehicle: ad.title }),
  }))
  const named = url.searchParams.get('reservation') ?? ''
  return {
    trips,
    reservation: trips.some(({ value }) => value === named) ? named : '',
    client_id: randomUUID(),
  }
}

/** What a ticket's form holds beside its files. */
const Written = z.object(NewTicket.shape).omit({ attachments: true })

export async function action({ context, request }: Route.ActionArgs) {
  return sendWritten(
    context,
    await request.formData(),
    { schema: Written, uploadTo: 'uploadTicketFile' },
    async (written, attachments) => {
      const { id } = await apiOf(context).support.createTicket({ ...written, attachments })
      return toTicket(context, id)
    },
  )
}

function toTicket(context: Readonly<RouterContextProvider>, id: string) {
  const t = textFor(context.get(siteContext).language, 'tickets')
  return goOn(context, `/profile/ticketing/${id}`, t('sent'))
}

export default function NewTicketPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('tickets')
  const { trips, reservation, client_id } = loaderData
  const form = useReply('ticket', {
    reply: actionData?.form,
    initial: { department: 'SALES', reservation, client_id },
  })
  const departments = { SALES: t('department.salesText'), FINANCIAL: t('department.financialText') }
  return (
    <>
      <h1>{t('new')}</h1>
      <PostForm className="card stack" encType="multipart/form-data" {...form.props}>
        <ErrorSummary
          id="ticket-errors"
          entries={form.summary({
            department: t('department.label'),
            subject: t('subject'),
            message: t('message'),
            reservation: t('reservation'),
            files: t('files'),
          })}
        />
        <input type="hidden" name="client_id" value={form.value('client_id') ?? client_id} />
        <fieldset className="stack stack-2" id="ticket-department" tabIndex={-1}>
          <legend>{t('department.label')}</legend>
          <div className="grid2">
            {DEPARTMENTS.map((department) => (
              <OptionCard
                key={department}
                name="department"
                value={department}
                checked={form.isChosen('department', department)}
                title={t(`department.${department}`)}
                detail={departments[department]}
              />
            ))}
          </div>
          <FieldErrors id="ticket-department" fieldErrors={form.fieldErrors('department')} />
        </fieldset>
        <TextField {...form.field('subject')} label={t('subject')} required maxLength={SUBJECT_LENGTH} dir="auto" />
        {trips.length > 0 && (
          <SelectField
            {...form.field('reservation')}
            label={t('reservation')}
            options={[{ value: '', label: t('noReservation') }, ...trips]}
            optional
          />
        )}
        <TextArea {...form.field('message')} label={t('message')} rows={6} maxLength={CHAT_MESSAGE_LENGTH} dir="auto" />
        <FilesField form={form} waiting={actionData?.waiting ?? []} />
        <div>
          <SubmitButton className="btn btn-go btn-lg">{t('send')}</SubmitButton>
        </div>
      </PostForm>
    </>
  )
}
