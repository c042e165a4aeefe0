import { useText } from '#app/i18n/text/text.tsx'
import { signInOverForm } from '#app/routes/book/sign-in-over-form.live.ts'
import { SubmitButton } from '#app/ui/form/form.tsx'

/**
 * The values that the booking's sign-in buttons send; after the second, a message says that the code can be used now
 * (§4).
 */
export const SIGN_IN_INTENTS = { driver: 'sign-in', discount: 'sign-in-discount' } as const

/**
 * Signing in during a booking: the form is submitted, stored, and shown again with the person's own details filled in
 * (§4). With JavaScript the sign-in dialog opens over it.
 */
export function SignInOffer({ from }: { from: keyof typeof SIGN_IN_INTENTS }) {
  const t = useText('booking')
  return (
    <p className="row row-s sm">
      <span className="soft">{t(`signIn.${from}`)}</span>{' '}
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
