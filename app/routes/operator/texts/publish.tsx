import { z } from 'zod'
import { Publication } from '#app/contract/operator/texts.ts'
import { IsoDate } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { calendarOf, formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/publish'

export const handle: PageHandle = { areas: ['texts'], query: [] }

function namedIn({ kind, slug }: Route.LoaderArgs['params']) {
  if ((kind !== 'post' && kind !== 'page') || !/^[a-z0-9-]{1,100}$/.test(slug)) throw notFound()
  return { kind, slug } as { kind: 'post' | 'page'; slug: string }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const named = namedIn(params)
  const { language } = context.get(siteContext)
  const api = apiOf(context)
  const [text, { results: tags }, { results: cities }] = await Promise.all([
    api.operator.texts.read({ ...named, language }),
    api.content.tags(),
    api.places.rentCities({}),
  ])
  const title = text.title || named.slug
  const names = cities.map(({ slug, name }) => ({ slug, name }))
  const meta = { title: textFor(language, 'texts')('publish.title', { title }) }
  return { meta, ...named, title, publication: text.publication, tags, cities: names }
}

/** The day is a field that calendars of both kinds are read from. */
const Chosen = Publication.omit({ published: true }).extend({ start_date: z.preprocess(empty, IsoDate.optional()) })

export function action({ context, params, request }: Route.ActionArgs) {
  const named = namedIn(params)
  const t = textFor(context.get(siteContext).language, 'texts')
  return answerForm(
    { context, request },
    Chosen,
    async ({ start_date = null, ...chosen }) => {
      await apiOf(context).operator.texts.publish({ ...named, ...chosen, published: start_date })
      return { to: `/operator/texts/${named.kind}/${named.slug}`, said: t('publish.done') }
    },
    { rename: (name) => (name === 'published' ? 'start_date' : name) },
  )
}

/** When a post or page is to be read, and by what related ones are found. */
export default function Publish({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, slug, title, publication, tags, cities } = loaderData
  const t = useText('texts')
  const { language } = useLanguage()
  const day = publication?.published ?? undefined
  const isJalali = calendarOf(language) === 'jalali'
  const form = useReply('publish', {
    reply: actionData?.form,
    initial: { start_date: day && isJalali ? formatDate(day, language, 'numeric') : day },
  })
  const labels = { start_date: t('publish.day'), tags: t('publish.tags'), cities: t('publish.cities') }
  const isSent = actionData?.form !== undefined
  const back = pathIn(language, `/operator/texts/${kind}/${slug}`)
  if (publication?.is_of_file)
    return (
      <>
        <DeskHead title={t('publish.title', { title })} text={t(`kind.${kind}`)} />
        <div className="card stack">
          <Note>{t('ofFile')}</Note>
          <div className="row">
            <a className="btn" href={back}>
              {t('back')}
            </a>
          </div>
        </div>
      </>
    )
  return (
    <>
      <DeskHead title={t('publish.title', { title })} text={t(`kind.${kind}`)} />
      <PostForm {...form.props} className="card stack">
        <p>{t('publish.text')}</p>
        <ErrorSummary id="publish-errors" entries={form.summary(labels)} />
        <TextField
          {...form.field('start_date')}
          label={labels.start_date}
          hint={t('publish.dayHint')}
          type={isJalali ? 'text' : 'date'}
          optional
        />
        {kind === 'post' && (
          <>
            <Boxes
              {...{ form, isSent }}
              name="tags"
              label={labels.tags}
              choices={tags}
              chosen={publication?.tags ?? []}
            />
            <Boxes
              {...{ form, isSent }}
              name="cities"
              label={labels.cities}
              choices={cities}
              chosen={publication?.cities ?? []}
            />
          </>
        )}
        <div className="row">
          <SubmitButton>{t('publish.do')}</SubmitButton>
          <a className="btn" href={back}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

interface BoxesProps {
  form: ReplyForm
  isSent: boolean
  name: 'tags' | 'cities'
  label: string
  choices: readonly { slug: string; name: string }[]
  chosen: readonly string[]
}

function Boxes({ form, isSent, name, label, choices, chosen }: BoxesProps) {
  const { id, fieldErrors } = form.field(name)
  return (
    <FieldGroup id={id} label={label} fieldErrors={fieldErrors}>
      <div className="fields">
        {choices.map((choice) => (
          <Checkbox
            key={choice.slug}
            id={`${id}-${choice.slug}`}
            name={name}
            value={choice.slug}
            checked={isSent ? form.isChosen(name, choice.slug) : chosen.includes(choice.slug)}
          >
            <bdi>{choice.name}</bdi>
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}
