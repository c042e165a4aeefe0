import { redirect } from 'react-router'
import { z } from 'zod'
import { KeyName, NewKeyAnswer } from '#app/contract/account/security-keys.ts'
import { keyAnswer } from '#app/features/sign-in/key-answer.server.ts'
import { KeyProblem } from '#app/features/sign-in/key-problem.tsx'
import { MAKE_KEY, useKeyForm, useKnowsKeys } from '#app/features/sign-in/security-key.live.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { KEY_NAME_LETTERS } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { redirectToFactorCheck } from '#app/web/session/require-sign-in.ts'
import type { Route } from './+types/key'
import '../../../../styles/profile.css'

const PATH = '/profile/second-factor'

export const handle: PageHandle = {
  title: 'factor/newKey.title',
  description: 'factor/description',
  areas: ['factor', 'errors'],
  eager: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { on_since, fresh } = await apiOf(context).account.factor()
  // A key comes on top of the app's codes.
  if (!on_since) throw redirect(PATH)
  if (!fresh) throw await redirectToFactorCheck(context)
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const Made = z.object({ name: KeyName, answer: keyAnswer(NewKeyAnswer).optional() })
  return answerForm({ context, request }, Made, async ({ name, answer }, form) => {
    if (!answer) return form.refuse({ '': ['key_refused'] })
    await apiOf(context).account.addKey({ name, answer })
    return { to: PATH, said: textFor(context.get(siteContext).language, 'factor')('newKey.done') }
  })
}

/** Names a key, has the browser make it, and adds it. */
export default function NewKey({ actionData }: Route.ComponentProps) {
  const t = useText('factor')
  const knowsKeys = useKnowsKeys()
  return (
    <>
      <h1>{t('newKey.title')}</h1>
      {knowsKeys ? <KeyForm reply={actionData?.form} /> : <Note>{t('newKey.notHere')}</Note>}
    </>
  )
}

function KeyForm({ reply }: { reply: FormReply | undefined }) {
  const t = useText('factor')
  const form = useReply('key', { reply })
  const { onSubmit, problem, isAsking } = useKeyForm(MAKE_KEY)
  return (
    <PostForm {...form.props} action={`${PATH}/key`} onSubmit={onSubmit} className="card stack">
      <p className="soft">{t('newKey.text')}</p>
      <ErrorSummary id="key-errors" entries={form.summary({ name: t('newKey.name') })} />
      <KeyProblem problem={problem} />
      <TextField
        {...form.field('name')}
        label={t('newKey.name')}
        hint={t('newKey.hint')}
        maxLength={KEY_NAME_LETTERS}
        autoComplete="off"
        required
      />
      <input type="hidden" name="answer" />
      <div>
        <SubmitButton className="btn btn-go" busy={isAsking || undefined}>
          {t('newKey.submit')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}
