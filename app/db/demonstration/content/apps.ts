import type { Row } from '../insert-rows.ts'

/** The partners' app and, last, the travellers' (type USER), which the footer links to. */
export const apps: Row<'application'>[] = [
  {
    id: 1,
    type: 'AGENT',
    direct_url: 'https://apps.savari.example/savari-partner.apk',
    url: null,
    link: null,
    file: null,
  },
  {
    id: 2,
    type: 'USER',
    direct_url: 'https://apps.savari.example/savari.apk',
    url: 'https://apps.savari.example/android',
    link: 'https://apps.savari.example/ios',
    file: null,
  },
]
