/** Writes the types of the Python client from the schemas of the service: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { PYTHON_CONTRACT, pythonContract } from './python-contract.ts';

writeFileSync(PYTHON_CONTRACT, pythonContract());
