import { useText } from '#app/i18n/text/text.tsx'
import { signInOverForm } from '#app/routes/book/sign-in-over-form.live.ts'
import { SubmitButton } from '#app/ui/form/form.tsx'

/** What the booking's buttons that sign in send; the second says afterwards that the code can be used now (§4). */
export const SIGN_IN_INTENTS = { driver: 'sign-in', discount: 'sign-in-discount' } as const

/**
 * Signing in from the middle of the booking: the form is sent, kept, and comes back filled in with the person's own info
 * (§4). With JavaScript the sign-in's dialog opens over it.
 */
export function SignInOffer({ from }: { from: keyof typeof SIGN_IN_INTENTS }) {
  const t = useText('booking')
  return (
    <p className="row row-s sm">
      <span className="soft">{t(`signIn.${from}`)}</span>
      <SubmitButton
        name="intent"
        value={SIGN_IN_INTENTS[from]}
        className="lnk"
        formNoValidate
        onClick={(event) => signInOverForm(event, { fromDiscount: from === 'discount' })}
      >
        {t('signIn.button')}
      </SubmitButton>
    </p>
  )
}
