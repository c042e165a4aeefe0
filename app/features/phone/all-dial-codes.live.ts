import { useState } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { DialCodes } from './phone-field.tsx'

/** All countries' dial codes, loaded when somebody is about to type one; empty until then. */
export function useAllDialCodes(language: Language): { all: DialCodes; load: () => void } {
  const [all, setAll] = useState<DialCodes>([])
  const load = () => {
    if (all.length > 0) return
    fetch(pathIn(language, '/dial-codes'))
      .then((answer) => answer.json())
      .then(setAll, ignore)
  }
  return { all, load }
}

const ignore = () => {}
