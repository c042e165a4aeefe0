import { type FirebaseOptions, initializeApp } from 'firebase/app'
import { getMessaging, onBackgroundMessage } from 'firebase/messaging/sw'
import { openOnClick, showPush } from './show-push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The service worker of Firebase (`/firebase-messaging-sw.js`); the server puts the project's settings in front of it. */
const scope = self as unknown as WorkerScope & { firebaseProject: FirebaseOptions }

// Before Firebase's own listener, which does not handle messages that we show ourselves.
openOnClick(scope)
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
onBackgroundMessage(getMessaging(initializeApp(scope.firebaseProject)), ({ data = {} }) => showPush(scope, data))
