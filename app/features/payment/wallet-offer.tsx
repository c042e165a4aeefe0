import { signInOver } from '#app/features/frame/bars/chrome.live.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** A link to sign in and use the wallet, by the dialog or by the sign-in page, which leads back here. */
export function WalletOffer({ page }: { page: string }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const here = pathIn(language, page)
  const href = pathIn(language, `/login?returnUrl=${encodeURIComponent(here)}`)
  return (
    <p className="sm">
      {t.rich('wallet.signIn', {
        signIn: (chunks) => (
          <a href={href} rel="nofollow" onClick={(event) => signInOver(event, here)}>
            {chunks}
          </a>
        ),
      })}
    </p>
  )
}
