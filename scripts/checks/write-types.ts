import { writeMessageTypes } from '#app/i18n/text/message-types.ts'

// Writes the types of all messages from the Persian files, so that the compiler knows each key and its placeholders.
writeMessageTypes()
