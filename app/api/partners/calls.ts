import { application, saveApplication, sendApplication } from './application.ts'
import { addDocument, removeDocument } from './documents.ts'

export const partners = { application, saveApplication, sendApplication, addDocument, removeDocument }
