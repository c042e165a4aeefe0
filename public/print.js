addEventListener('load', () => print())
