import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { withTexts } from '#app/i18n/text/with-texts.tsx'
import { SUPPORT_HOURS } from '#app/rules/constants.ts'
import Sheet from '#app/ui/dialog.live.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import type { loader } from './contact.tsx'
import { ContactList } from './contact-list.tsx'

/**
 * The contact page's list in a sheet over the current page (§2). Its form leads to the contact page, as without
 * scripts.
 */
export default withTexts(['contact', 'login', 'common'], ContactDialog)

function ContactDialog({ onClose }: { onClose: () => void }) {
  const t = useText('contact')
  const { language } = useLanguage()
  const page = useFetcher<typeof loader>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void page.load('/pages/contact')
  }, [])
  const form = useReply('whatsapp', { initial: page.data?.initial })
  if (!page.data) return null
  const { opens, closes } = SUPPORT_HOURS
  return (
    <Sheet title={t('title')} onClose={onClose} isForm={false}>
      <div className="stack">
        <p className="soft">{t('hours', { from: formatTime(opens, language), to: formatTime(closes, language) })}</p>
        <ContactList {...page.data} form={form} />
      </div>
    </Sheet>
  )
}
