/** Prints the OpenAPI document of every declared call. */
import { openApi } from '@dentin/contract/core/openapi'

process.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`)
