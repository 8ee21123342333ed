#pragma once
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
