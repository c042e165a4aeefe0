import { KeyProblem } from '#app/features/sign-in/key-problem.tsx'
import { USE_KEY, useKeyForm, useKnowsKeys } from '#app/features/sign-in/security-key.live.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** A button for a security key instead of the code, if the browser supports them. */
export function UseKey({ action, returnUrl }: { action: string; returnUrl: string }) {
  const t = useText('login')
  const { onSubmit, problem, isAsking } = useKeyForm(USE_KEY)
  if (!useKnowsKeys()) return null
  return (
    <PostForm id="key" action={action} onSubmit={onSubmit} className="card stack stack-2">
      <p className="soft">{t('factor.keyText')}</p>
      <KeyProblem problem={problem} />
      <input type="hidden" name="intent" value="key" />
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <input type="hidden" name="answer" />
      <div>
        <SubmitButton className="btn" busy={isAsking || undefined}>
          {t('factor.key')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}
