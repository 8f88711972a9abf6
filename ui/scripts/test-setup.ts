/** Compiles messages at run time: tests use the texts in the code. */

import { compileMessage } from '@lingui/message-utils/compileMessage';
import { setCompiler } from '../src/lingui/core';

setCompiler(compileMessage);
