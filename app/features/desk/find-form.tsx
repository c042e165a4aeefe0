import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Key } from './desk-keys.tsx'

export interface FindFormProps {
  /** A desk's search: its path, its label and the most characters. */
  find: { path: string; label: string; longest?: number }
  /** Unique on the page, which may have two of these. */
  id: string
  value?: string
  className: string
  /** Whether S leads here; only one search of a page has it. */
  hasKey?: boolean
  /** What stands behind its button. */
  children?: ReactNode
}

const LONGEST = 100

/** The search box of a desk: in its bar, and large on the page of its results. */
export function FindForm({ find, id, value, className, hasKey, children }: FindFormProps) {
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <search>
      <form className={className} action={pathIn(language, find.path)}>
        <label className="vh" htmlFor={id}>
          {find.label}
        </label>
        <input
          className="in"
          id={id}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={find.longest ?? LONGEST}
          placeholder={find.label}
          autoComplete="off"
          // biome-ignore lint/a11y/noAccessKey: shown beside it, and works without scripts (design/desk)
          accessKey={hasKey ? 's' : undefined}
        />
        {hasKey && <Key of="s" />}
        <button type="submit" className="ib" aria-label={t('nav.search')}>
          <Icon name="search" />
        </button>
        {children}
      </form>
    </search>
  )
}
