import { type FirebaseOptions, initializeApp } from 'firebase/app'
import { getMessaging, onBackgroundMessage } from 'firebase/messaging/sw'
import { openOnClick, showPush } from './show-push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The service worker of Firebase (`/firebase-messaging-sw.js`); the server writes the project before it. */
const scope = self as unknown as WorkerScope & { firebaseProject: FirebaseOptions }

// Before Firebase's own listener, which knows nothing of messages that we show ourselves.
openOnClick(scope)
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
onBackgroundMessage(getMessaging(initializeApp(scope.firebaseProject)), ({ data = {} }) => showPush(scope, data))
