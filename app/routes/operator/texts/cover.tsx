import { CoverWords } from '#app/contract/operator/texts.ts'
import { PostPicture } from '#app/features/blog/post-picture.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { isCoverKey } from '#app/rules/text/cover.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/cover'

export const handle: PageHandle = { areas: ['texts'], query: [], noJs: true }

function slugIn(params: Route.LoaderArgs['params']): string {
  if (!/^[a-z0-9-]{1,100}$/.test(params.slug)) throw notFound()
  return params.slug
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const slug = slugIn(params)
  const { language } = context.get(siteContext)
  const { texts } = apiOf(context).operator
  const [cover, text] = await Promise.all([texts.cover({ slug }), texts.read({ kind: 'post', slug, language })])
  const title = text.title || slug
  return { meta: { title: textFor(language, 'texts')('cover.title', { title }) }, slug, title, cover }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const slug = slugIn(params)
  const { texts } = apiOf(context).operator
  const t = textFor(context.get(siteContext).language, 'texts')
  const here = `/operator/texts/post/${slug}/picture`
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    await texts.removeCover({ slug })
    return goOn(context, here, t('cover.removed'))
  }
  return answerForm({ context, request: fields }, CoverWords, async (words) => {
    await texts.setCover({ slug, ...words })
    return { to: here, said: t('cover.done') }
  })
}

/** The picture of a post, and what it shows in each language. */
export default function CoverPage({ loaderData: { slug, title, cover }, actionData }: Route.ComponentProps) {
  const t = useText('texts')
  const { language } = useLanguage()
  const { picture, alt, is_of_file } = cover
  const back = pathIn(language, `/operator/texts/post/${slug}`)
  const form = useReply('cover', {
    reply: actionData?.form,
    initial: Object.fromEntries(LANGUAGES.map((one) => [`alt_${one}`, alt[one]])),
  })
  const labelOf = (one: (typeof LANGUAGES)[number]) => t('cover.alt', { language: LANGUAGE_NAMES[one] })
  const labels = {
    image: t('cover.image'),
    ...Object.fromEntries(LANGUAGES.map((one) => [`alt_${one}`, labelOf(one)])),
  }
  const isUploaded = isCoverKey(picture)
  return (
    <>
      <DeskHead title={t('cover.title', { title })} text={t('kind.post')} />
      <div className="card stack">
        <p>{t('cover.text')}</p>
        <PostPicture picture={picture} alt={alt[language] ?? null} size="page" />
        {is_of_file ? (
          <>
            <Note>{t('ofFile')}</Note>
            <div className="row">
              <a className="btn" href={back}>
                {t('back')}
              </a>
            </div>
          </>
        ) : (
          <>
            <ErrorSummary id="cover-errors" entries={form.summary(labels)} />
            <PostForm {...form.props} encType="multipart/form-data" className="stack">
              <FileField
                {...form.field('image')}
                accept="image/jpeg,image/png,image/webp,image/avif"
                label={labels.image}
                hint={t(isUploaded ? 'cover.imageOther' : 'cover.imageHint')}
                optional={isUploaded}
              />
              {LANGUAGES.map((one) => (
                <TextField
                  key={one}
                  {...form.field(`alt_${one}`)}
                  label={labelOf(one)}
                  hint={one === language ? t('cover.altHint') : undefined}
                  maxLength={200}
                  dir="auto"
                />
              ))}
              <div className="row">
                <SubmitButton>{t('cover.do')}</SubmitButton>
                <a className="btn" href={back}>
                  {t('back')}
                </a>
              </div>
            </PostForm>
            {isUploaded && (
              <PostForm>
                <SubmitButton name="intent" value="remove" className="btn btn-s btn-bad">
                  {t('cover.remove')}
                </SubmitButton>
              </PostForm>
            )}
          </>
        )}
      </div>
    </>
  )
}
