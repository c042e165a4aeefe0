import { ContactFacts } from '#app/contract/operator/directory.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CONTACT_TYPES, LANGUAGES } from '#app/rules/constants.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { goneAlready, notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/contact'
import { EntryButtons } from './entry-buttons.tsx'

const PATH = '/operator/contacts'

export const handle: PageHandle = { areas: ['directory'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { results } = await apiOf(context).operator.directory.contacts()
  const contact = params.id === 'new' ? null : results.find(({ id }) => id === rowIdOf(params))
  if (contact === undefined) throw notFound()
  const title = contact?.title[language] ?? textFor(language, 'directory')('contacts.new')
  return { contact, title, next: results.length + 1, meta: { title } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'directory')
  const { operator } = apiOf(context)
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    await goneAlready(operator.directory.removeContact({ id: rowIdOf(params) }))
    return goOn(context, PATH, t('removed'))
  }
  return answerForm({ context, request: fields }, ContactFacts, async (facts) => {
    if (params.id === 'new') await operator.directory.addContact(facts)
    else await operator.directory.changeContact({ id: rowIdOf(params), ...facts })
    return { to: PATH, said: t('saved') }
  })
}

export default function ContactPage({ loaderData: { contact, title, next }, actionData }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  const form = useReply('contact', {
    reply: actionData?.form,
    initial: {
      type: contact?.type ?? 'GENERAL',
      phone: contact?.phone ?? '',
      position: String(contact?.position ?? next),
      ...Object.fromEntries(
        LANGUAGES.flatMap((one) => [
          [`title.${one}`, contact?.title[one]],
          [`description.${one}`, contact?.description[one]],
        ]),
      ),
    },
  })
  const labels: Record<string, string> = {
    type: t('contacts.type'),
    phone: t('contacts.phone'),
    position: t('contacts.position'),
    ...Object.fromEntries(
      LANGUAGES.flatMap((one) => [
        [`title.${one}`, t('nameIn', { language: LANGUAGE_NAMES[one] })],
        [`description.${one}`, t('textIn', { language: LANGUAGE_NAMES[one] })],
      ]),
    ),
  }
  return (
    <>
      <DeskHead title={title} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="contact-errors" entries={form.summary(labels)} />
        <div className="fields">
          <SelectField
            {...form.field('type')}
            label={labels.type}
            options={CONTACT_TYPES.map((value) => ({ value, label: t(`contacts.kind.${value}`) }))}
          />
          <TextField {...form.field('phone')} label={labels.phone} inputMode="tel" dir="ltr" maxLength={30} optional />
          <TextField {...form.field('position')} label={labels.position} inputMode="numeric" maxLength={3} required />
        </div>
        {LANGUAGES.map((one) => (
          <div className="stack stack-2" key={one}>
            <TextField
              {...form.field(`title.${one}`)}
              label={labels[`title.${one}`]}
              lang={one}
              dir={directionOf(one)}
              maxLength={80}
              required
            />
            <TextArea
              {...form.field(`description.${one}`)}
              label={labels[`description.${one}`]}
              lang={one}
              dir={directionOf(one)}
              maxLength={300}
              rows={2}
              required
            />
          </div>
        ))}
        <EntryButtons isNew={contact === null} back={pathIn(language, PATH)} />
      </PostForm>
    </>
  )
}
