import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { paperWords } from '#app/features/contract/paper-words.server.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import DeskContract from '#app/routes/desk/contracts/contract.tsx'
import { render } from '../support/browser/render.tsx'

type Props = Parameters<typeof DeskContract>[0]
type State = Props['loaderData']['state']
type Signature = State['contracts'][number]['signatures'][number]

const t = textFor('en', 'contract')
const AT = '2026-11-23T05:30:00.000Z'
const COMPANY: Signature = { side: 'COMPANY', channel: 'DESK', name: 'Leila', drawing: null, at: AT }
const CUSTOMER: Signature = { side: 'CUSTOMER', channel: 'PHONE', name: 'Nora', drawing: null, at: AT }

/** The text of the page of a contract with these signatures. */
function pageOf(signatures: Signature[], { is_outdated = false } = {}): string {
  const state: State = {
    reservation: { id: 'r', number: 'SV-20001', fullname: 'Nora Alavi', zone: 'Asia/Tehran' },
    ...{ company: 'Darya', is_outdated, is_open: true, has_licence: false },
    ...{ licence: null, vin: null, language: 'en', events: [], staff: 'Leila' },
    contracts: [
      {
        ...{ id: 'c', number: 'C-20001', addendum: 0, revision: 1, language: 'en', template: null },
        ...{ text: 'Rental contract', sha256: '0'.repeat(64), is_whole: true, made_at: AT, signatures },
      },
    ],
  }
  const loaderData = {
    ...{ meta: { title: '' }, state, words: [paperWords('en')], isPrinting: false },
    reservation: { id: 'r', number: 'SV-20001', vehicle: 'Kia Rio' },
  }
  const props = { loaderData } as unknown as Props
  const Page = createRoutesStub([{ path: '/', Component: () => <DeskContract {...props} /> }])
  return render('en', <Page />)
}

test('the desk makes a contract anew that only the company has signed, and no addendum to it', () => {
  expect(pageOf([COMPANY])).toContain(t('make.anew'))
  const outdated = pageOf([COMPANY], { is_outdated: true })
  expect(outdated).toContain(t('outdated.unsigned'))
  expect(outdated).toContain(t('make.anew'))
  expect(outdated).not.toContain(t('make.addendum'))
})

test('the desk makes an addendum to what the customer has signed once it has changed, and nothing before', () => {
  expect(pageOf([CUSTOMER])).not.toContain(t('make.anew'))
  const outdated = pageOf([CUSTOMER], { is_outdated: true })
  expect(outdated).toContain(t('outdated.signed'))
  expect(outdated).toContain(t('make.addendum'))
})
