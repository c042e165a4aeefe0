// A process of its own with the embedded database of the folder it is given; it stops when its input ends.
import { openEmbedded } from '#app/db/embedded/open.ts'

const [dataDir = ''] = process.argv.slice(2)
const embedded = await openEmbedded({ dataDir, settings: { fsync: 'off' }, log: () => {} })
console.log(JSON.stringify({ url: embedded.url(), isOwner: embedded.isOwner() }))

process.stdin.resume().on('end', async () => {
  await embedded.stop()
  process.exit()
})
