import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program to its end, passing on the signals that this process receives.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it, as shells do
 */
export function runToEnd(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of SIGNALS) process.on(signal, pass)
    const finish = (/** @type {number} */ code) => {
      for (const signal of SIGNALS) process.off(signal, pass)
      resolve(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}
