import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { useFocusOnNew } from '#app/ui/focus-on-new.ts'
import type { ShownHold } from '../booking-form.ts'
import { PayLink } from './held-bar.tsx'

/**
 * Says until when this page's vehicle is held for the visitor, with a link to the payment.
 * @param props.newest for an answer to a form: each new value moves the focus here
 */
export function HeldNote({ held, newest }: { held: ShownHold; newest?: unknown }) {
  const t = useText('held')
  const { language } = useLanguage()
  const box = useFocusOnNew<HTMLElement>(newest)
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else leads to the answer
    <section className="note" aria-label={t('pay')} tabIndex={-1} ref={box} autoFocus={newest !== undefined}>
      <Icon name="clock" />
      <div className="stack stack-2">
        <p>{t('text', held)}</p>
        <div className="row">
          <PayLink held={held} className="btn btn-go" />
          <a className="lnk" href={pathIn(language, `/voucher/${held.id}/cancel`)}>
            {t('drop')}
          </a>
        </div>
      </div>
    </section>
  )
}
