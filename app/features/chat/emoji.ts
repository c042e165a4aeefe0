/** The emoji of the chat's picker (§2: about 110), as the design has them. */
export const EMOJI: readonly string[] = [
  '😀 😃 😄 😁 😆 😅 😂 🤣 🙂 🙃 😉 😊 😇 🥰',
  '😍 🤩 😘 😗 😋 😛 😜 🤪 🤗 🤔 🤨 😐 😑 😶',
  '😏 😒 🙄 😬 😌 😔 😪 😴 😷 🤒 🥵 🥶 😵 🤯',
  '😎 🤓 🧐 😕 😟 🙁 😮 😯 😲 😳 🥺 😢 😭 😱',
  '😖 😞 😓 😩 😤 😡 😠 👍 👎 👌 ✌️ 🤞 🤙 👈',
  '👉 👆 👇 ✋ 👋 👏 🙌 🤝 🙏 💪 ❤️ 🧡 💛 💚',
  '💙 💜 🖤 💔 💯 ✨ ⭐ 🌟 🔥 🎉 🎁 🌹 🌊 🌴',
  '☀️ 🌙 ⛅ ☕ 🚗 🚙 🛵 🏍️ 🚐 ⛽ 🛣️ 🗺️ ✈️ 🏖️',
].flatMap((row) => row.split(' '))
