import { writeMessageTypes } from '#app/i18n/text/message-types.ts'

// The types of all messages, from the Persian files: the compiler then knows each key and its placeholders.
writeMessageTypes()
