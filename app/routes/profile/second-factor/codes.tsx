import { redirect } from 'react-router'
import { z } from 'zod'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/codes'
import { endCodesCookie, readCodes } from './recovery-cookie.server.ts'
import '../../../../styles/profile.css'

const PATH = '/profile/second-factor'

export const handle: PageHandle = {
  title: 'factor/codes.title',
  description: 'factor/description',
  areas: ['factor'],
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const codes = readCodes(context)
  if (!codes) throw redirect(PATH)
  return { codes }
}

const Kept = z.object({ kept: Flag.refine((kept) => kept, 'keep_codes') })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Kept, formPage(context))
  if (!form.ok) return form.reply
  return redirect(PATH, { status: 303, headers: { 'set-cookie': endCodesCookie(context) } })
}

/** Shown until they are kept, and then never again. */
export default function Codes({ loaderData: { codes }, actionData }: Route.ComponentProps) {
  const t = useText('factor')
  const { language } = useLanguage()
  const form = useReply('codes', { reply: actionData?.form })
  const kept = form.field('kept')
  return (
    <>
      <h1>{t('codes.title')}</h1>
      <div className="card stack">
        <p className="soft">{t('codes.text')}</p>
        <ol className="grid2" dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p>
          <a className="btn" href={pathIn(language, `${PATH}/codes.txt`)} download="recovery-codes.txt">
            {t('codes.file')}
          </a>
        </p>
        <PostForm {...form.props} action={`${PATH}/codes`} className="stack stack-2">
          <ErrorSummary id="codes-errors" entries={form.summary({ kept: t('codes.kept') })} />
          <Checkbox id={kept.id} name="kept" checked={form.isChosen('kept')} fieldErrors={kept.fieldErrors}>
            {t('codes.kept')}
          </Checkbox>
          <div>
            <SubmitButton className="btn btn-go">{t('codes.goOn')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </>
  )
}
