// Writes docs/settings.md from the schema of the settings: `npm run settings`.
import { writeFile } from 'node:fs/promises'
import { settingsDocument } from '../server/src/config/settings-document.ts'

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsDocument())
