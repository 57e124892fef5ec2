/** Prints the screen routes as JSON: path, title, public, area. */
import { screens } from '@dentin/contract/areas/screens'

process.stdout.write(
  `${JSON.stringify(
    screens.map(({ path, title, public: isPublic, area }) => ({ path, title, public: isPublic, area })),
    null,
    2,
  )}\n`,
)
