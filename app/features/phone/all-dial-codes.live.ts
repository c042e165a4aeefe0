import { useState } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { DialCodes } from './phone-field.tsx'

/** Every country's dial code, fetched once somebody is about to type one; none until then. */
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
