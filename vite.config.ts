import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

import { workers } from './app/features/push/vite-workers.ts'
import { messages } from './app/i18n/vite-messages.ts'
import { browserOnly } from './app/web/edge/vite-browser-only.ts'
import { failedRoute } from './app/web/page/vite-failed-route.ts'
import { fetchedParts } from './app/web/page/vite-fetched-parts.ts'
import { pageStyles } from './app/web/page/vite-page-styles.ts'
import { starter } from './app/web/page/vite-starter.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FRAME =
  /vite[\\/]preload-helper|app[\\/](root|entry\.client|i18n[\\/](?!calendar\.|ltr-text|starting-price|opening-hours|model-year|place-line)[\w-]+|ui[\\/](layout[\\/](?!footer-content|held-notice|kept-forms|native-requests)[\w.-]+|post-form|icon|logo|toasts|toast-list|login-request)|web[\\/]page[\\/][\w-]+)\.tsx?$/
const PARTS =
  /app[\\/]ui[\\/](form|field|text-field|select-field|error-summary|note|pagination|tag|empty-state|picture)\.tsx$/
const DATES =
  /app[\\/](ui[\\/](date-field|fixed-select|month-calendar)|i18n[\\/]calendar|features[\\/]dates[\\/][\w.-]+)\.tsx?$/
const SEARCH =
  /app[\\/](features[\\/]search[\\/](search-query|kept-searches\.live|recent-search|listing)|rules[\\/]search-filters|ui[\\/]kept-markup|routes[\\/]rent[\\/]search-reply)\.tsx?$/
const PIECES =
  /app[\\/](ui[\\/](rental-bill|card|choice|checkbox|trip|rating)|features[\\/](booking[\\/](extras-card|book-address|held-note|day-price|free-days)|favourites[\\/]heart|phone[\\/][\w.-]+)|rules[\\/]plain-text)\.tsx?$/

export default defineConfig({
  plugins: [
    tailwindcss(),
    messages(),
    browserOnly(),
    pageStyles({ app: fromRoot('./app') }),
    starter(),
    failedRoute(),
    workers(),
    fetchedParts(),
    reactRouter(),
  ],
  optimizeDeps: { include: ['@radix-ui/react-dialog', '@conform-to/react', 'get-nonce', 'icu-minify/format'] },
  environments: {
    // One server graph: the site imports the routes' build itself, so that contexts, database and API exist once.
    ssr: {
      build: {
        rolldownOptions: {
          input: fromRoot('./app/site.ts'),
          // What a browser fetches later is part of the page here (`vite-fetched-parts.ts`).
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // What of them is not used need not be fetched for what it might do.
          treeshake: {
            moduleSideEffects: [{ test: /[\\/]app[\\/](ui|i18n|rules|features)[\\/].*\.tsx?$/, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              // One framework chunk instead of six: fewer requests and a better ratio.
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|icu-minify)[\\/]/,
                  priority: 10,
                },
                // What every page's frame needs, and what most forms are made of: two files instead of twenty.
                { name: 'frame', test: FRAME, priority: 5 },
                { name: 'parts', test: PARTS, priority: 5 },
                { name: 'search', test: SEARCH, priority: 4 },
                // A search and its days.
                { name: 'dates', test: DATES, priority: 5 },
                // What a booking and its trip are made of beside that.
                { name: 'pieces', test: PIECES, priority: 4 },
              ],
            },
          },
        },
      },
    },
  },
})
