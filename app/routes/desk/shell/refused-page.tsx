import { commaOf } from '#app/i18n/format/comma.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { rolesOfPage } from '#app/rules/access/desk-page.ts'
import { Note } from '#app/ui/page/note.tsx'
import type { DeskFrame } from './desk-frame.ts'

/** In place of a page that the person's role may not open: who may, and whom to ask. */
export function RefusedPage({ frame, path }: { frame: DeskFrame; path: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { role } = frame
  const roles = rolesOfPage(path)
    .map((one) => t(`role.${one}`))
    .join(commaOf(language))
  return (
    <>
      <h1 className="head">{t('refused.title')}</h1>
      <div className="stack">
        <Note kind="warn">
          <p>{t('refused.text', { role: role ? t(`role.${role}`) : '', roles })}</p>
          <WhomToAsk owners={frame.owners} />
        </Note>
        <p>
          <a className="btn" href={pathIn(language, '/desk')}>
            {t('refused.today')}
          </a>
        </p>
      </div>
    </>
  )
}

/** The owners whom other staff ask for what their role may not do. */
export function WhomToAsk({ owners }: Pick<DeskFrame, 'owners'>) {
  const t = useText('desk')
  const { language } = useLanguage()
  // Each name between isolates: it may be in the other direction than the sentence.
  const names = owners.map((name) => `\u2068${name}\u2069`).join(commaOf(language))
  return <p>{names ? t('refused.ask', { names }) : t('refused.askOwner')}</p>
}
